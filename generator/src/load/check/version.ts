import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, JsonObject } from '../../json/types.ts'

const newestMinor = 4

/**
 * Checks the `openrpc` version. Any 1.x version is accepted, with a warning if the version is
 * newer, unpublished or malformed.
 */
export function checkVersion(file: string, document: JsonObject): readonly Finding[] {
  const version: Json | undefined = document['openrpc']
  if (version === undefined) {
    const message = 'The document does not declare its OpenRPC version.'
    return [{ code: 'RL202', message, place: { file, pointer: '' } }]
  }
  const place = { file, pointer: '/openrpc' }
  // YAML parses an unquoted 1.3 as a number.
  const text = typeof version === 'string' || typeof version === 'number' ? String(version) : ''
  const match = /^(\d+)(?:\.(\d+))?(\.\d+)?/.exec(text)
  if (match === null) {
    return [{ code: 'RL202', message: '`openrpc` is not a version.', place }]
  }
  const [, major, minor, patch] = match
  if (major !== '1') {
    const help =
      major === '2'
        ? { help: '2.0 is the version of JSON-RPC; OpenRPC versions are 1.0.0 to 1.4.x.' }
        : {}
    return [{ code: 'RL201', message: `OpenRPC ${match[0]} is not supported.`, place, ...help }]
  }
  if (minor === undefined || patch === undefined || typeof version !== 'string') {
    return [
      {
        code: 'RL202',
        message: '`openrpc` must be a string of three numbers, such as "1.3.2".',
        place,
      },
    ]
  }
  if (Number(minor) > newestMinor) {
    const message = `OpenRPC ${match[0]} is newer than 1.${newestMinor}; its additions are ignored.`
    return [{ code: 'RL202', message, place }]
  }
  if (published.test(version)) return []
  const message = `OpenRPC ${version} was never published.`
  const help = 'Use a published version; the latest are 1.2.6, 1.3.2 and 1.4.1.'
  return [{ code: 'RL208', message, help, place }]
}

/** Matches versions with a published meta-schema. */
const published = /^1\.(?:4\.\d+|3\.[0-2]|2\.[0-6]|1\.(?:\d|1[0-2])|0\.0(?:-rc[01])?)$/
