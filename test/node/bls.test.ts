import { expect, test } from 'vitest'
import { plainHex } from '../../packages/node/src/codec/text.ts'
import { blsIdentity, verifyPossession } from '../../packages/node/src/crypto/bls.ts'
import { localGenesis } from '../../packages/node/src/network/genesis/local.ts'

test('the first local validator has the published identity', () => {
  const identity = blsIdentity(Buffer.from('AvalancheLocalNetworkValidator01', 'ascii'))
  expect({
    publicKey: plainHex(identity.publicKey),
    proofOfPossession: plainHex(identity.proofOfPossession),
  }).toEqual({
    publicKey:
      '0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d',
    proofOfPossession:
      '0x8bfd6d4d2086b2b8115d8f72f94095fefe5a6c07876b2accf51a811adf520f389e74a3d2152a6d90b521e2be58ffe468043dc5ea68b4c44410eb67f8dc24f13ed4f194000764c0e922cd254a3588a4962b1cb4db7de4bb9cda9d9d4d6b03f3d2',
  })
  expect(verifyPossession(identity)).toBe(true)
})

test('a proof of another key is invalid', () => {
  const mine = blsIdentity(Buffer.alloc(32, 1))
  const other = blsIdentity(Buffer.alloc(32, 2))
  expect(
    verifyPossession({ publicKey: mine.publicKey, proofOfPossession: other.proofOfPossession }),
  ).toBe(false)
})

test('the public keys in the local genesis belong to the published secret keys', () => {
  const made = [1, 2, 3, 4, 5].map((at) =>
    blsIdentity(Buffer.from(`AvalancheLocalNetworkValidator0${at}`, 'ascii')),
  )
  const text = ({ publicKey, proofOfPossession }: (typeof made)[number]): string =>
    plainHex(publicKey) + plainHex(proofOfPossession)
  const kept = localGenesis.initialStakers.flatMap(({ signer }) => (signer ? [signer] : []))
  expect(kept.map(text)).toEqual(made.map(text))
})
