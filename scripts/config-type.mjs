// node scripts/config-type.mjs: writes generator/src/engine/user-config.ts, the type of a
// configuration, from generator/config.schema.json. Requires a build.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openScope, typesPath } from '../generator/dist/codegen/scope.js'
import { printSource } from '../generator/dist/codegen/source-file.js'
import { inputDeclaration } from '../generator/dist/codegen/types-module.js'
import { load } from '../generator/dist/load/index.js'
import { buildApi } from '../generator/dist/model/index.js'
import { formatterFor, formatText } from '../generator/dist/output/format.js'
import { root } from './workspace.mjs'

const schemaPath = join(root, 'generator/config.schema.json')
export const typePath = join(root, 'generator/src/engine/user-config.ts')

/** Returns the module with the types of the configuration, formatted. */
export async function configType() {
  const api = withUserNames(await readSchema())
  const names = [...api.types.values()].map(({ name }) => name)
  const scope = openScope(api, typesPath('config'), names)
  const statements = [...api.types.values()].map((named) => inputDeclaration(api, named, scope))
  const file = { kind: 'typescript', path: typePath, from: 'config.schema.json' }
  const text = await printSource({ ...file, imports: [], statements })
  const formatted = await formatText(formatterFor(root, 'prettier'), {
    path: typePath,
    text: text.slice(text.indexOf('\n\n') + 2),
    parser: 'typescript',
  })
  if (formatted.kind === 'faulty') throw new Error(formatted.finding.message)
  return `// Written by scripts/config-type.mjs from config.schema.json. Do not edit.\n\n${formatted.text}`
}

/** Reads the schema as that of the param of a method. */
async function readSchema() {
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8'))
  const document = {
    openrpc: '1.3.2',
    info: { title: 'config', version: '1.0.0' },
    methods: [
      {
        name: 'run',
        params: [{ name: 'config', schema: { $ref: 'config.schema.json' } }],
        result: { name: 'none', schema: { type: 'null' } },
      },
    ],
  }
  const folder = mkdtempSync(join(tmpdir(), 'config-type-'))
  try {
    writeFileSync(join(folder, 'config.json'), JSON.stringify(document))
    const titled = { ...schema, title: 'Config' }
    writeFileSync(join(folder, 'config.schema.json'), JSON.stringify(titled))
    const { loaded } = await load({ inputs: ['config.json'], root: folder })
    return buildApi(loaded, { scope: '@config' }).api
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Puts the types of the schema into one module, with the prefix `User` and only the form of callers. */
function withUserNames(api) {
  const types = [...api.types].map(([id, named]) => {
    const name = `User${named.name.replace(/Schema$/, '')}`
    return [id, { ...named, name, inputName: name, module: 'config' }]
  })
  return { ...api, types: new Map(types.filter(([, { name }]) => name !== 'UserRunParams')) }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(typePath, await configType())
