import type { UserConfig } from './user-config.ts'

export type { UserConfig, UserDocs, UserRule, UserTarget } from './user-config.ts'

/** Types a configuration; the identity function. What it says is checked when it is read. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
