import type { CheckOptions } from '@rpcloom/rpc/schema'

/** Resolves a `$ref` of the group's document. */
export type Resolve = NonNullable<CheckOptions['resolve']>
