import type { Api } from '../model/types.ts'
import type { TargetOptions } from './target.ts'

/**
 * Returns the name of the types package. If this run does not generate a types package, the name is `types`
 * with the scope of the other packages.
 */
export function typesPackage(
  { scope }: Pick<Api, 'scope'>,
  { siblings }: Pick<TargetOptions, 'siblings'>,
): string {
  return siblings['types'] ?? `${scope}/types`
}

/** Returns the name of a package's command: the option `command`, or `acme-cli` for the package `@acme/cli`. */
export function commandName({
  packageName,
  options,
}: Pick<TargetOptions, 'packageName' | 'options'>): string {
  const { command } = options
  // The configuration checks the form of the option.
  return typeof command === 'string' ? command : packageName.replace(/^@/, '').replace('/', '-')
}
