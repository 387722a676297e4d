import type { UserConfig } from './engine/user-config.ts'

export type * from './engine/user-config.ts'

/** Returns a configuration unchanged, with its type checked. Its values are validated when it is read. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
