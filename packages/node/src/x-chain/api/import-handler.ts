import { rpcErrors } from '@native-node/server'
import type { XChainHandlers } from '@native-node/server/x-chain'
import { toApiError } from '../../chain/api-error.ts'
import { idText } from '../../codec/ids.ts'
import { privateKeys } from '../../keystore/keys.ts'
import type { Users } from '../../keystore/users.ts'
import { parseOwnAddress, resolveChain, type XChain } from '../chain.ts'
import { importTx } from '../import-tx.ts'

const errors = rpcErrors.xChain

/** Handler of `xvm.import`: signs with the keys that a keystore user has on any chain of the network. */
export function importHandler(chain: XChain, users: Users): Pick<XChainHandlers, 'import'> {
  return {
    async import({ to: text, sourceChain, username, password }) {
      const to = parseOwnAddress(chain, text)
      if (to === undefined)
        throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
      const source = resolveChain(chain, sourceChain)
      if (source === undefined || source === chain.vm.rules.blockchainID)
        throw errors.invalidSourceChain()
      const user = await users.values(username, password)
      if (!user.ok)
        throw user.fault === 'unknownUser' ? errors.unknownUser() : errors.wrongPassword()
      const chains = chain.registry.all.map(({ id }) => id)
      const keys = await privateKeys(user.value, chains)
      const params = { source, to, keys, now: chain.now() }
      const tx = await chain.read((state) => importTx(state, chain.vm.rules, params))
      if (typeof tx === 'string') throw errors[tx]()
      try {
        return { txID: idText(await chain.producer.issue(chain.vm.parse(tx))) }
      } catch (error) {
        throw toApiError(error, errors)
      }
    },
  }
}
