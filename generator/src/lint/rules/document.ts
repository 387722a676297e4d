import { child, isObject, textOf } from '../../json/pointer.ts'
import { rootOf } from '../../openrpc/elements.ts'
import { exampleOf } from '../example.ts'
import { nameOf } from '../reading.ts'
import type { Rule } from '../rule.ts'
import { objectsOfKind } from '../subject.ts'

const undefinedTag: Rule = {
  code: 'RL756',
  name: 'undefined-tag',
  severity: 'warning',
  title: 'a tag is not defined in the document',
  cause:
    'The document defines its tags in `components.tags`. A tag that is not there forms a group of its own and is often misspelled.',
  help: 'Refer to a tag in `components.tags`, or add it there.',
  failing: exampleOf(`
methods: [{ name: getPet, tags: [{ name: pest }], params: [] }]
components: { tags: { pets: { name: pets } } }`),
  passing: exampleOf(`
methods: [{ name: getPet, tags: [{ $ref: '#/components/tags/pets' }], params: [] }]
components: { tags: { pets: { name: pets } } }`),
  check: ({ documents, elements: { member, list } }) =>
    documents.flatMap(({ file, json, methods }) => {
      const components = member(rootOf(file, json), 'components')
      const tags = components && member(components, 'tags')
      if (tags === undefined) return []
      const defined = Object.keys(tags.json).flatMap((key) => member(tags, key) ?? [])
      const known = new Set(defined.map(nameOf))
      return methods.flatMap(({ method }) =>
        list(method, 'tags')
          .filter((tag) => !known.has(nameOf(tag)))
          .map((tag) => ({
            message: `The tag ${nameOf(tag)} is not defined in \`components.tags\`.`,
            place: tag.at,
          })),
      )
    }),
}

const missingServer: Rule = {
  code: 'RL757',
  name: 'missing-server',
  severity: 'off',
  title: 'a document has no servers',
  cause: 'Clients and readers have to get the address from elsewhere.',
  help: 'Add `servers`, with variables if each user has a different address.',
  failing: exampleOf('methods: []'),
  passing: exampleOf('servers: [{ name: shop, url: https://pets.example/rpc }]\nmethods: []'),
  check: ({ documents }) =>
    documents
      .filter(({ json: { servers } }) => !Array.isArray(servers) || servers.length === 0)
      .map(({ file }) => ({
        message: 'The document has no `servers`.',
        place: { file, pointer: '' },
      })),
}

/** Loopback hosts. */
const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/

const insecureServer: Rule = {
  code: 'RL758',
  name: 'insecure-server',
  severity: 'warning',
  title: 'a server URL is not encrypted',
  cause: 'Everything that is sent, including secrets, can be read and changed in transit.',
  help: 'Use https or wss. Loopback addresses are allowed.',
  failing: exampleOf('servers: [{ name: shop, url: http://pets.example/rpc }]\nmethods: []'),
  passing: exampleOf('servers: [{ name: shop, url: http://127.0.0.1:8080/rpc }]\nmethods: []'),
  check: (subject) =>
    objectsOfKind(subject, 'server').flatMap(({ json, place }) => {
      const match = /^(?:http|ws):\/\/([^/?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(textOf(json['url']))
      const host = match?.[2]?.toLowerCase() ?? ''
      // Skip hosts that contain a variable, because the value of the variable may be a loopback host.
      if (match === null || host === '' || /[{}$]/.test(host) || loopback.test(host)) return []
      const message = `The URL of the server ${host} is not encrypted; use https or wss.`
      return [{ message, place: { file: place.file, pointer: child(place.pointer, 'url') } }]
    }),
}

const infoMember = (code: string, member: 'contact' | 'license', why: string): Rule => ({
  code,
  name: `missing-${member}`,
  severity: 'off',
  title: `a document has no ${member}`,
  cause: why,
  help: `Add \`info.${member}\`.`,
  failing: exampleOf('methods: []'),
  passing: `openrpc: 1.3.2
info: { title: Pets, version: 1.0.0, ${member}: { name: Shop, url: https://pets.example } }
methods: []
`,
  check: ({ documents }) =>
    documents
      .filter(({ json: { info } }) => !(isObject(info) && isObject(info[member])))
      .map(({ file }) => ({
        message: `The document has no ${member}.`,
        place: { file, pointer: '/info' },
      })),
})

export const documentRules: readonly Rule[] = [
  infoMember('RL706', 'contact', 'Readers who find an error do not know whom to contact.'),
  infoMember('RL707', 'license', 'Readers do not know how they may use the document.'),
  undefinedTag,
  missingServer,
  insecureServer,
]
