import type { Api } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/codegen'

/**
 * Returns the name of the types package. If this run does not generate a types package, the name is `types`
 * with the scope of the command line.
 */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** Returns the name of the command: the option `command`, or `acme-cli` for the package `@acme/cli`. */
export function commandName({ packageName, options }: TargetOptions): string {
  const { command } = options
  // The configuration checks the form of the option.
  return typeof command === 'string' ? command : packageName.replace(/^@/, '').replace('/', '-')
}
