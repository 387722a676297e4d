/** A setting whose file cannot be used. The message names the setting. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
