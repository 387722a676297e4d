import { contractCases, readContract } from '@rpcloom/conform'
import { expect, test } from 'vitest'
import { shopDocument } from './shop-document.ts'

test('the gentle profile sends only valid JSON-RPC', () => {
  const contract = readContract(shopDocument)
  const texts = (gentle: boolean): readonly string[] =>
    contractCases(contract, { gentle }).flatMap(({ request, skip }) =>
      request.kind === 'text' && skip === undefined ? [request.text] : [],
    )
  expect(texts(false)).toContain('[1,{},null]')
  expect(texts(true)).toEqual([])
  const sent = (gentle: boolean): number =>
    contractCases(contract, { gentle }).filter(({ skip }) => skip === undefined).length
  expect(sent(false) - sent(true)).toBe(texts(false).length)
})
