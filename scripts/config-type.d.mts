/** Path of the module with the type of a configuration. */
export const typePath: string

/** Returns the module with the type of a configuration, as config.schema.json states it. */
export function configType(): Promise<string>
