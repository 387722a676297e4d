import { targets } from '@rpcloom/templates'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, documentOf, loadedFrom } from '../model/documents.ts'

test('a scaffold has stubs for what the server implements', async () => {
  const client = { 'x-implemented-by': ['client'] }
  const files = {
    'chat.json': documentOf([answering('ask', true), { ...answering('confirm', true), ...client }]),
    'front.json': documentOf([{ ...answering('draw', true), ...client }]),
  }
  const { api } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  const scaffold = await targets
    .find(({ name }) => name === 'server')
    ?.scaffold?.(api, {
      packageName: '@test/server',
      projectName: 'service',
      dependency: '1.0.0',
      runtimeVersion: '1.0.0',
      templates: { 'scaffold/README.md.hbs': '' },
    })
  expect(scaffold?.composition.groups.map(({ key }) => key)).toEqual(['chat'])
  const members = scaffold?.classes.flatMap((one) => one.members.map(({ member }) => member))
  expect(members).toEqual(['ask'])
})
