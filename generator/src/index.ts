import type { UserConfig } from './engine/user-config.ts'

export type {
  UserClient,
  UserConfig,
  UserDocs,
  UserRule,
  UserTarget,
} from './engine/user-config.ts'

/** Types a configuration; returns it unchanged. It is validated when it is read. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
