import { documentOf, examples, type Files, method, record } from './parts.ts'

const text = { type: 'string' }

/** Documents in many files, JSON and YAML, that refer to each other. */
export const trees: Files = {
  'deep/specs/api/v1/api.openrpc.yaml': `openrpc: 1.3.2
info: { $ref: "../../../shared/info.yaml" }
servers: [{ url: "http://localhost:8080/v1" }]
methods:
  - $ref: ../../methods/get-user.yaml
  - $ref: "../../methods/many.yaml#/list_users"
  - $ref: "../../methods/many.yaml#/delete%20user"
components:
  schemas: { $ref: ../../../shared/schemas.yaml }
  errors: { $ref: "../../../shared/errors.json#/errors" }
`,
  'deep/shared/info.yaml': 'title: Deep\nversion: 1.0.0\n',
  'deep/specs/methods/get-user.yaml': `name: get_user
params:
  - $ref: ../../shared/params.yaml#/UserId
result: { $ref: ../../shared/params.yaml#/UserResult }
errors: [{ $ref: "../../shared/errors.json#/errors/NotFound" }]
examples: [{ $ref: "../examples/get-user.json#/0" }]
`,
  'deep/specs/methods/many.yaml': `list_users:
  name: list_users
  paramStructure: by-name
  params:
    - { name: filter, schema: { $ref: ../../shared/schemas.yaml#/Filter } }
  result: { name: users, schema: { type: array, items: { $ref: "../../shared/schemas.yaml#/User" } } }
"delete user":
  name: delete_user
  params: [{ $ref: "../../shared/params.yaml#/UserId", required: false }]
`,
  'deep/specs/examples/get-user.json': [
    {
      name: 'ada',
      params: [{ name: 'id', value: 'u1' }],
      result: { name: 'user', value: { id: 'u1', friends: [{ id: 'u2' }], role: 'admin' } },
    },
  ],
  'deep/shared/params.yaml': `UserId: { name: id, required: true, schema: { $ref: "schemas.yaml#/UserId" } }
UserResult: { name: user, schema: { oneOf: [{ $ref: "./schemas.yaml#/User" }, { type: "null" }] } }
`,
  'deep/shared/schemas.yaml': `UserId: { type: string, minLength: 1 }
User:
  type: object
  required: [id]
  properties:
    id: { $ref: "#/UserId" }
    friends: { type: array, items: { $ref: "#/User" } }
    role: { $ref: "../specs/roles.json#/definitions/Role" }
Filter:
  allOf: [{ $ref: "#/User/properties/role" }, { enum: [admin] }]
`,
  'deep/shared/errors.json': {
    errors: {
      NotFound: { code: 404, message: 'Not found', data: { $ref: 'schemas.yaml#/UserId' } },
    },
  },
  'deep/specs/roles.json': { definitions: { Role: { enum: ['admin', 'user', null] } } },
  'sections/openrpc.json': documentOf(
    { $ref: './methods.json' },
    { components: { $ref: './components.yaml' }, info: { title: 'Sections', version: '1' } },
  ),
  'sections/methods.json': [
    method(
      'one',
      { 'a!': { $ref: 'components.yaml#/schemas/A' } },
      { $ref: 'components.yaml#/schemas/A' },
      examples([{ a: { b: 'x' } }, {}]),
    ),
    { $ref: 'two.json' },
  ],
  'sections/two.json': method(
    'two',
    {},
    { $ref: 'components.yaml#/schemas/A/properties/b' },
    examples([{}, 'x']),
  ),
  'sections/components.yaml':
    'schemas:\n  A: { type: object, properties: { b: { $ref: "#/schemas/B" }, a: { $ref: "#/schemas/A" } } }\n  B: { type: string }\n',
  'same-names/api.json': documentOf([
    method(
      'a',
      { 'x!': { $ref: 'a/types.json#/Item' } },
      { $ref: 'b/types.json#/Item' },
      examples([{ x: { a: 'x' } }, { b: 1 }]),
    ),
    method('b', {}, { $ref: 'b/Types.yaml' }, examples([{}, { item: { b: 2 } }])),
  ]),
  'same-names/a/types.json': { Item: record({ a: text }) },
  'same-names/b/types.json': { Item: record({ b: { type: 'integer' } }) },
  'same-names/b/Types.yaml':
    'title: Item\ntype: object\nproperties: { item: { $ref: "types.json#/Item" } }\n',
  'with spaces/my api.json': documentOf([
    method('a', {}, { $ref: './my%20types/the%20type.json#/a%20b' }, examples([{}, 'x'])),
    method('b', {}, { $ref: './my types/the type.json#/a b' }),
  ]),
  'with spaces/my types/the type.json': { 'a b': text },
  'anchored/api.yaml': `# A comment
openrpc: 1.3.2
info: &info { title: Anchored, version: "1" }
x-params:
  page: &page { name: page, schema: { type: integer, minimum: 1 } }
  base: &base
    type: object
    required: [id]
    properties: &props
      id: &id { type: string }
methods:
  - name: list
    params: [*page, { <<: *page, name: size, required: true }]
    result:
      name: list
      schema: { <<: *base, properties: { <<: *props, parent: *id, next: { <<: *base, title: Next } } }
    examples:
      - { name: one, params: [{ name: page, value: 1 }, { name: size, value: 2 }], result: { name: r, value: { id: a, parent: b, next: { id: c } } } }
  - name: yes
    params: []
    result: { name: 1.0, schema: { enum: [yes, no, on, "off", ~, 1_000, 0x1F, 0o17, 1e3, .5, 2020-01-01, 12:30:00] } }
    description: |
      Lines
        with # no comment
    summary: >-
      folded
      text
`,
  'meta/api.yaml':
    'openrpc: 1.3.2\ninfo: { title: M, version: 1.10 }\nmethods:\n  - $ref: get.yaml\n  - { name: put, params: { v: string }, result: { $ref: "types.yaml#/definitions/V" } }\n',
  'meta/get.yaml':
    'name: get\nparams: { type: object, properties: { id: { $ref: "types.yaml#/definitions/Id" } }, required: id }\nresult: { name: r, schema: { $ref: types.yaml#/definitions/V } }\ntags: [a, b]\n',
  'meta/types.yaml':
    'definitions:\n  Id: { type: Text }\n  V: { type: object, properties: { id: { $ref: "#/definitions/Id" }, n: { type: int, minimum: "1" } } }\n',
}
