/**
 * Error for a transaction that breaks a rule of its chain. `rule` is the name in the chain's table of rules, `reason`
 * is the error reason of the API document.
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
