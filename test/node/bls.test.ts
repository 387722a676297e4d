import { expect, test } from 'vitest'
import { blsIdentity, provesPossession, publishedBls } from '../../packages/node/src/info/bls.ts'

test('the identity of the first local validator is the published one', () => {
  const identity = blsIdentity(Buffer.from('AvalancheLocalNetworkValidator01', 'ascii'))
  expect(publishedBls(identity)).toEqual({
    publicKey:
      '0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d',
    proofOfPossession:
      '0x8bfd6d4d2086b2b8115d8f72f94095fefe5a6c07876b2accf51a811adf520f389e74a3d2152a6d90b521e2be58ffe468043dc5ea68b4c44410eb67f8dc24f13ed4f194000764c0e922cd254a3588a4962b1cb4db7de4bb9cda9d9d4d6b03f3d2',
  })
  expect(provesPossession(identity)).toBe(true)
})

test('a proof made with another key proves nothing', () => {
  const mine = blsIdentity(Buffer.alloc(32, 1))
  const other = blsIdentity(Buffer.alloc(32, 2))
  expect(
    provesPossession({ publicKey: mine.publicKey, proofOfPossession: other.proofOfPossession }),
  ).toBe(false)
})
