import type { TargetOptions } from 'rpcloom/codegen'

/** Whether the client is emitted as modules of an existing package. */
export function isStandalone({ standalone }: TargetOptions['options']): boolean {
  return standalone === true
}
