import { isObject, own, stringOf } from '../json/members.ts'
import type { Api } from '../model/types.ts'
import type { JsonObject } from '../json/types.ts'

/** Metadata of the emitted packages, from the configuration or the documents. */
export interface PackageMetadata {
  /** SPDX identifier. */
  readonly license?: string
  readonly homepage?: string
  /** URL of a public git repository, in npm's format. */
  readonly repository?: string
  /** Web page for reporting problems. */
  readonly bugs?: string
}

/**
 * Reads `info.license`, `externalDocs` and `info.contact` of the documents. A value that differs between
 * documents is ignored.
 */
export function metadataOf({ groups }: Pick<Api, 'groups'>): PackageMetadata {
  const all = groups.map(({ bundle }) => bundle)
  const license = agreed(all.map(licenseIn))
  const homepage = agreed(all.map((document) => linkIn(document, isPublicPage)))
  const repository = agreed(all.map((document) => linkIn(document, isRepository)))
  return {
    ...(license !== undefined && { license }),
    ...(homepage !== undefined && { homepage }),
    ...(repository !== undefined && { repository: repositoryOf(repository) }),
  }
}

function agreed(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}

/** SPDX identifiers by common names of licences. */
const licenses: readonly (readonly [RegExp, string])[] = [
  [/^apache[- ]?(license,? )?(version )?2(\.0)?$/i, 'Apache-2.0'],
  [/^(the )?mit( license)?$/i, 'MIT'],
  [/^isc( license)?$/i, 'ISC'],
  [/^cc0([- ]1\.0)?$/i, 'CC0-1.0'],
]

/**
 * Returns the SPDX identifier of a document's licence. OpenRPC 1.3 only requires a name, but package.json
 * requires an identifier.
 */
function licenseIn(document: JsonObject): string | undefined {
  const name = stringOf(own(own(document, 'info'), 'license'), 'name')?.trim()
  if (name === undefined) return undefined
  const known = licenses.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  return /^[A-Za-z][A-Za-z.]*-\d[\w.+-]*$/.test(name) ? name : undefined
}

/**
 * Returns the first link of a document that `isWanted` accepts: the link to its documentation, otherwise the
 * link to its publisher.
 */
function linkIn(document: JsonObject, isWanted: (url: URL) => boolean): string | undefined {
  const holders = [own(document, 'externalDocs'), own(own(document, 'info'), 'contact')]
  return holders
    .filter(isObject)
    .map((holder) => stringOf(holder, 'url') ?? '')
    .find((text) => URL.canParse(text) && isWanted(new URL(text)))
}

/** Whether a URL is that of a web page and contains no credentials. */
export function isPublicPage({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Returns the URL of a git repository in npm's format, which publishing with provenance compares. */
export function gitUrl(page: string): string {
  return `git+${page.replace(/\/+$/, '').replace(/\.git$/, '')}.git`
}

function isRepository(url: URL): boolean {
  const isHost = ['github.com', 'gitlab.com', 'codeberg.org'].includes(url.hostname)
  return isPublicPage(url) && isHost && /^\/[\w.-]+\/[\w.-]+/.test(url.pathname)
}

/** Returns the git repository to which a web page belongs, in npm's format. */
function repositoryOf(page: string): string {
  const { origin, pathname } = new URL(page)
  const [, owner = '', name = ''] = pathname.split('/')
  return gitUrl(`${origin}/${owner}/${name}`)
}
