import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import type { ParamsCheck } from '@rpcloom/rpc/codegen/server'
import { printSource, validatorsModule } from 'rpcloom/codegen'
import type { Api, Group, Json, JsonObject, Method, Param } from 'rpcloom/model'
import { root } from './folder.ts'

/**
 * A schema of a document, by its location in the document's bundle, and its generated validator.
 */
export interface Probe {
  readonly pointer: string
  readonly schema: Json
  readonly accepts: (value: unknown) => boolean
}

/** A bundle with added methods, and the generated validators of their single params. */
export interface Probes {
  readonly document: JsonObject
  readonly list: readonly Probe[]
}

const subject = 'subject'
let modules = 0

/**
 * Generates a validator for every schema. The schemas become params of methods added to the
 * document, so that their references resolve.
 */
export async function probesOf(api: Api, group: Group, schemas: readonly Json[]): Promise<Probes> {
  const methods = own(group.bundle, 'methods')
  const before = Array.isArray(methods) ? methods : []
  const added = schemas.map((schema, index) => ({
    name: `probe ${index}`,
    params: [{ name: subject, required: true, schema }],
  }))
  const document: JsonObject = { ...group.bundle, methods: [...before, ...added] }
  const probing = {
    ...group,
    bundle: document,
    methods: schemas.map((schema, index) => probeMethod(group, schema, index)),
  }
  const { file, names } = validatorsModule(api, probing)
  const loaded = await load(await printSource(file))
  const list = schemas.map((schema, index): Probe => {
    const name = names.get(index)
    const validator = name === undefined ? undefined : loaded[name]
    return {
      pointer: `/methods/${before.length + index}/params/0/schema`,
      schema,
      accepts: (value) => validator?.check({ [subject]: value }) ?? true,
    }
  })
  return { document, list }
}

function own(json: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

function probeMethod(group: Group, schema: Json, index: number): Method {
  const place = { file: group.file, pointer: '' }
  const param: Param = {
    name: subject,
    identifier: subject,
    required: true,
    omittable: false,
    doc: {},
    type: { kind: 'unknown' },
    schema: { place, json: typeof schema === 'boolean' ? schema : {} },
    secret: false,
    extensions: {},
  }
  return {
    name: `probe ${index}`,
    member: `probe${index}`,
    standalone: `probe${index}`,
    namespace: '',
    slug: `probe-${index}`,
    place,
    doc: {},
    paramStructure: 'by-name',
    params: [param],
    errors: [],
    examples: [],
    links: [],
    tags: [],
    servers: [],
    effect: 'read',
    availability: group.availability,
    limits: [],
    rest: [],
    extensions: {},
  }
}

/** Imports a generated module from its text. */
async function load(text: string): Promise<Readonly<Record<string, ParamsCheck>>> {
  const { code } = await transform(text, { loader: 'ts' })
  const folder = join(root, '.cache/probes')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${process.pid}-${modules++}.mjs`)
  writeFileSync(path, code)
  try {
    return (await import(pathToFileURL(path).href)) as Readonly<Record<string, ParamsCheck>>
  } finally {
    rmSync(path)
  }
}
