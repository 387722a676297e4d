import { fileURLToPath } from 'node:url'
import ethers from '@nomicfoundation/hardhat-ethers'
import ignitionViem from '@nomicfoundation/hardhat-ignition-viem'
import networkHelpers from '@nomicfoundation/hardhat-network-helpers'
import testRunner from '@nomicfoundation/hardhat-node-test-runner'
import viem from '@nomicfoundation/hardhat-viem'
import viemAssertions from '@nomicfoundation/hardhat-viem-assertions'
import { defineConfig } from 'hardhat/config'

export default defineConfig({
  plugins: [ethers, ignitionViem, networkHelpers, testRunner, viem, viemAssertions],
  solidity: {
    version: '0.8.37',
    // The compiler of the package: nothing is downloaded.
    path: fileURLToPath(import.meta.resolve('solc/soljson.js')),
    settings: { evmVersion: 'cancun' },
  },
  networks: {
    // Hardhat reserves the name `node`.
    cChain: { type: 'http', url: process.env.NODE_URL ?? 'http://127.0.0.1:9650/ext/bc/C/rpc' },
  },
})
