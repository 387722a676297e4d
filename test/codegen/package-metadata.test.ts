import { expect, test } from 'vitest'
import { licenseFiles } from 'rpcloom/codegen'
import { metadataOf } from '../../generator/src/codegen/package-metadata.ts'
import type { JsonObject } from 'rpcloom/model'
import { build, documentOf } from '../model/documents.ts'

const metadata = (info: JsonObject, externalDocs?: JsonObject): object => {
  const document = documentOf([])
  const about = { ...(document['info'] as JsonObject), ...info }
  return metadataOf(build({ ...document, info: about, ...(externalDocs && { externalDocs }) }).api)
}

test.each([
  ['Apache 2.0', 'Apache-2.0'],
  ['Apache License, Version 2.0', 'Apache-2.0'],
  ['MIT License', 'MIT'],
  ['CC0-1.0', 'CC0-1.0'],
  ['GPL-3.0-only', 'GPL-3.0-only'],
  ['ask Bob', undefined],
])('the licence %s is %s in package.json', (name, license) => {
  expect(metadata({ license: { name } })).toEqual(license === undefined ? {} : { license })
})

test('homepage and repository come from the links of a document', () => {
  const page = 'https://github.com/acme/api/blob/main/RPC.md'
  expect(metadata({}, { url: page })).toEqual({
    homepage: page,
    repository: 'git+https://github.com/acme/api.git',
  })
  expect(metadata({ contact: { url: 'https://acme.example' } })).toEqual({
    homepage: 'https://acme.example',
  })
  // Neither of them is a web page.
  expect(metadata({ contact: { url: 'javascript:alert(1)' } }, { url: './docs/a.md' })).toEqual({})
})

test('LICENSE contains the name of the package', () => {
  const options = {
    packageName: '@acme/client',
    version: '1.0.0',
    runtimeVersion: '0.1.0',
    siblings: {},
    templates: {},
    options: {},
  }
  const [file] = licenseFiles(options)
  expect(file?.text).toContain('the authors of @acme/client\n')
  expect(licenseFiles({ ...options, metadata: { license: 'CC0-1.0' } })).toEqual([])
})
