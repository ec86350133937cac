from rulebound.cli.main import main

main(prog_name="rulebound")
