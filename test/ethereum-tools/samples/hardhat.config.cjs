// The configuration of a sample project of `npx hardhat init`, whose name is in SAMPLE. Of the toolbox it has the plugins that
// the tests use: the others are for reports and public networks.
const chai = require('chai')

if (process.env.SAMPLE === 'typescript-viem') {
  require('ts-node/register/transpile-only')
  require('@nomicfoundation/hardhat-viem')
  chai.use(require('chai-as-promised'))
} else {
  require('@nomicfoundation/hardhat-chai-matchers')
}

module.exports = require('./node.config.cjs')
