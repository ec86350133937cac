"""Where tables are kept between sittings."""
