import { buildModule } from '@nomicfoundation/hardhat-ignition/modules'

/** Deploys a counter and increments it. */
export default buildModule('Counter', (module) => {
  const counter = module.contract('Counter')
  module.call(counter, 'raise')
  return { counter }
})
