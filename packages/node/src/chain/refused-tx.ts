/**
 * A transaction that breaks a rule of its chain. `rule` names the rule in the chain's own table, `reason` is the
 * error reason of the API document under which it is reported.
 */
export class RefusedTx<Rule extends string = string> extends Error {
  override readonly name = 'RefusedTx'
  readonly rule: Rule
  readonly reason: string

  constructor(rule: Rule, reason: string, message: string) {
    super(message)
    this.rule = rule
    this.reason = reason
  }
}
