import type { CheckOptions } from '@rpcloom/rpc/schema'

/** The schema behind a `$ref` of the group's document. */
export type Resolve = NonNullable<CheckOptions['resolve']>
