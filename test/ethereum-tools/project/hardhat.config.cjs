require('@nomicfoundation/hardhat-ethers')
const { subtask } = require('hardhat/config')
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names')
const solc = require('solc')

// The compiler of the package: nothing is downloaded.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version: solc.version().split('+')[0],
  longVersion: solc.version(),
}))

module.exports = {
  solidity: { version: '0.8.37', settings: { evmVersion: 'cancun' } },
  defaultNetwork: 'node',
  networks: { node: { url: process.env.NODE_URL ?? 'http://127.0.0.1:9650/ext/bc/C/rpc' } },
}
