import { describe, expect, test } from 'vitest'
import {
  passwordFaults,
  type PasswordFault,
} from '../../packages/node/src/keystore/password-rule.ts'

describe('the rule of the service', () => {
  test.each<readonly [string, readonly PasswordFault[]]>([
    ['Passw0rd!', []],
    ['Pässw0rt€', []],
    ['Sh0rt!x', ['passwordTooShort']],
    ['passw0rd!', ['passwordNeedsUpperCase']],
    ['PASSW0RD!', ['passwordNeedsLowerCase']],
    ['Password!', ['passwordNeedsDigit']],
    ['Passw0rds', ['passwordNeedsSymbol']],
    [
      '',
      [
        'passwordTooShort',
        'passwordNeedsUpperCase',
        'passwordNeedsLowerCase',
        'passwordNeedsDigit',
        'passwordNeedsSymbol',
      ],
    ],
  ])('%j violates %j', (password, faults) => {
    expect(passwordFaults(password, 'classes')).toEqual(faults)
  })
})

describe('the strength score', () => {
  test.each<readonly [string, readonly PasswordFault[]]>([
    ['thisisareallylongandpresumablyverystrongpassword', []],
    ['password', ['weakPassword']],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', ['weakPassword']],
  ])('%j gives %j', (password, faults) => {
    expect(passwordFaults(password, 'strength')).toEqual(faults)
  })

  test('uses the first bytes only', () => {
    const head = 'password'.repeat(7).slice(0, 50)
    expect(passwordFaults(`${head}x9$Kq!vLm2#Rt8`, 'strength')).toEqual(
      passwordFaults(head, 'strength'),
    )
  })
})
