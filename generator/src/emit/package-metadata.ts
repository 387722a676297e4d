import { isObject, own, textOf } from '../model/json.ts'
import type { Api, JsonObject } from '../model/types.ts'

/** What the documents say about packages that are generated from them. */
export interface PackageMetadata {
  /** SPDX identifier. */
  readonly license?: string
  readonly homepage?: string
  /** URL of a public git repository. */
  readonly repository?: string
}

/** Reads `info.license`, `externalDocs` and `info.contact` of the documents; documents that differ say nothing. */
export function metadataOf({ groups }: Pick<Api, 'groups'>): PackageMetadata {
  const all = groups.map(({ bundle }) => bundle)
  const license = agreed(all.map(licenseIn))
  const homepage = agreed(all.map((document) => linkIn(document, isWebPage)))
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

/** Names that documents give to licences, by their SPDX identifiers. */
const licenses: readonly (readonly [RegExp, string])[] = [
  [/^apache[- ]?(license,? )?(version )?2(\.0)?$/i, 'Apache-2.0'],
  [/^(the )?mit( license)?$/i, 'MIT'],
  [/^isc( license)?$/i, 'ISC'],
  [/^cc0([- ]1\.0)?$/i, 'CC0-1.0'],
]

/** Version 1.3 of OpenRPC asks for a name; only what is an SPDX identifier can stand in package.json. */
function licenseIn(document: JsonObject): string | undefined {
  const name = textOf(own(own(document, 'info'), 'license'), 'name')?.trim()
  if (name === undefined) return undefined
  const known = licenses.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  return /^[A-Za-z][A-Za-z.]*-\d[\w.+-]*$/.test(name) ? name : undefined
}

/** The first link of a document that will do: to its documentation, else to those who publish it. */
function linkIn(document: JsonObject, isWanted: (url: URL) => boolean): string | undefined {
  const holders = [own(document, 'externalDocs'), own(own(document, 'info'), 'contact')]
  return holders
    .filter(isObject)
    .map((holder) => textOf(holder, 'url') ?? '')
    .find((text) => URL.canParse(text) && isWanted(new URL(text)))
}

function isWebPage({ protocol, username }: URL): boolean {
  return /^https?:$/.test(protocol) && username === ''
}

function isRepository(url: URL): boolean {
  const isHost = ['github.com', 'gitlab.com', 'codeberg.org'].includes(url.hostname)
  return isWebPage(url) && isHost && /^\/[\w.-]+\/[\w.-]+/.test(url.pathname)
}

/** The repository that a page of it belongs to, in the form that npm writes. */
function repositoryOf(page: string): string {
  const { origin, pathname } = new URL(page)
  const [, owner = '', name = ''] = pathname.split('/')
  return `git+${origin}/${owner}/${name.replace(/\.git$/, '')}.git`
}
