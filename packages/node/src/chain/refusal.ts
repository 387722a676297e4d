/**
 * Error for a transaction that breaks a rule of its chain. `reason` is the name of its error in the chain's API
 * document.
 */
export class Refusal<Reason extends string = string> extends Error {
  override readonly name = 'Refusal'
  readonly reason: Reason
  /** Name of the rule in the chain's table of rules; equals the reason in chains without such a table. */
  readonly rule: string

  constructor(reason: Reason, message: string, rule: string = reason) {
    super(message)
    this.reason = reason
    this.rule = rule
  }
}

/** Returns the error for a transaction that breaks a rule. `detail` has the expected and given values. */
export type MakeRefusal<Rule extends string, Reason extends string = string> = (
  rule: Rule,
  detail?: string,
) => Refusal<Reason>

/** The rules of a chain. */
export interface RuleTable<Rule extends string, Reason extends string> {
  readonly messages: Readonly<Record<Rule, string>>
  /** The reasons of the rules that have another one than `otherwise`. */
  readonly reasons: Readonly<Partial<Record<NoInfer<Rule>, NoInfer<Reason>>>>
  readonly otherwise: NoInfer<Reason>
}

/** Returns the function that makes the errors of a table of rules. */
export function refusalsOf<Rule extends string, Reason extends string>({
  messages,
  reasons,
  otherwise,
}: RuleTable<Rule, Reason>): MakeRefusal<Rule, Reason> {
  return (rule, detail) => {
    const message = detail === undefined ? messages[rule] : `${messages[rule]}: ${detail}`
    return new Refusal(reasons[rule] ?? otherwise, message, rule)
  }
}

/** Returns the error for a transaction that the pool or the producer of any chain refuses or drops. */
export const poolRefusal: MakeRefusal<PoolRule, PoolReason> = refusalsOf({
  messages: {
    conflict: 'tx conflicts with other tx',
    dropped: 'dropped',
    mempoolFull: 'mempool is full',
    replaced: 'replaced by another transaction',
    reverted: 'the node was reverted to an earlier state',
  },
  reasons: { conflict: 'transactionConflict', replaced: 'transactionConflict' },
  otherwise: 'transactionRefused',
})

type PoolRule = 'conflict' | 'dropped' | 'mempoolFull' | 'replaced' | 'reverted'
type PoolReason = 'transactionConflict' | 'transactionRefused'

/** Resolves to the refusal that a check throws; to undefined if the check passes. */
export async function refusalOf(check: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
