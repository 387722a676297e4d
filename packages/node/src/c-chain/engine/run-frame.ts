import { Account, type Address } from '@ethereumjs/util'
import { EVM, EVMError, type ExecResult, type Message, type PrecompileFunc } from '@ethereumjs/evm'
import type { Interpreter } from './run-code.ts'

type RunState = NonNullable<ExecResult['runState']>
type Environment = RunState['env']

/** A message whose recipient and code are known. Init code has no address. */
type FrameMessage = Omit<Message, 'codeAddress' | 'to'> & {
  readonly to: Address
  readonly codeAddress?: Address
  readonly isCreate?: boolean
}

/** A result in which missing members may also be undefined. */
type FrameResult = { readonly [K in keyof ExecResult]: ExecResult[K] | undefined }

/** The members of the EVM that its declarations hide. */
type HiddenEvm = Omit<EVM, never> & {
  readonly _tx: { readonly gasPrice: bigint; readonly origin: Address }
  readonly _block: Environment['block']
  readonly performanceLogger: unknown
  _loadCode(message: FrameMessage): Promise<void>
  _reduceSenderBalance(account: Account, message: FrameMessage): Promise<void>
  _addToBalance(account: Account, message: FrameMessage): Promise<void>
  runPrecompile(code: PrecompileFunc, data: Uint8Array, gasLimit: bigint): Promise<ExecResult>
  postMessageCleanup(): void
  runInterpreter(message: FrameMessage): Promise<FrameResult>
  _executeCall(message: FrameMessage): Promise<{ readonly execResult: FrameResult }>
}

type Frame = Interpreter & {
  readonly _result: Pick<ExecResult, 'logs' | 'selfdestruct' | 'createdAddresses'> & {
    readonly returnValue?: Uint8Array
  }
}

type NewFrame = new (
  evm: HiddenEvm,
  state: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  environment: Environment,
  gasLimit: bigint,
  journal: EVM['journal'],
  performanceLogger: unknown,
) => Frame

/**
 * Replaces the methods of EthereumJS that run a frame. They copy the message and the state of the frame with object
 * spreads, for which V8 creates hidden classes for 60 properties each time. This takes longer than most contracts run. Only
 * this node's hard forks are supported.
 */
export function replaceFrames(interpreter: Interpreter): void {
  // Safe cast: the constructor is that of the class.
  const NewFrame = interpreter.constructor as unknown as NewFrame
  const runInterpreter: HiddenEvm['runInterpreter'] = async function (this: HiddenEvm, message) {
    const environment = await environmentOf(this, message)
    const { stateManager, blockchain, journal, performanceLogger } = this
    const { gasLimit, selfdestruct, createdAddresses } = message
    const frame = new NewFrame(
      this,
      stateManager,
      blockchain,
      environment,
      gasLimit,
      journal,
      performanceLogger,
    )
    const { _result: own } = frame
    if (selfdestruct !== undefined) own.selfdestruct = selfdestruct
    if (createdAddresses !== undefined) own.createdAddresses = createdAddresses
    const { exceptionError, runState } = await frame.run(environment.code)
    if (runState === undefined) throw new TypeError('EthereumJS returned no state of a frame')
    return resultOf({ own, gasLimit, runState, exceptionError })
  }
  const executeCall: HiddenEvm['_executeCall'] = async function (this: HiddenEvm, message) {
    const exceptionError = await transfer(this, message)
    const { _loadCode: loadCode } = this
    await loadCode.call(this, message)
    const { code, gasLimit, gasRefund } = message
    if (exceptionError !== undefined || !code || code.length === 0) {
      const returnValue = new Uint8Array(0)
      return { execResult: { gasRefund, executionGasUsed: 0n, exceptionError, returnValue } }
    }
    const execResult =
      code instanceof Uint8Array
        ? await this.runInterpreter(message)
        : { ...(await this.runPrecompile(code, message.data, gasLimit)), gasRefund }
    if (message.depth === 0) this.postMessageCleanup()
    return { execResult }
  }
  Object.assign(EVM.prototype, { runInterpreter, _executeCall: executeCall })
}

/** Moves the value of a message. Returns the exception if that is impossible. */
async function transfer(evm: HiddenEvm, message: FrameMessage): Promise<EVMError | undefined> {
  const { stateManager, _reduceSenderBalance: take, _addToBalance: give } = evm
  try {
    if (message.delegatecall) return undefined
    const from = (await stateManager.getAccount(message.caller)) ?? new Account()
    await take.call(evm, from, message)
    const to = (await stateManager.getAccount(message.to)) ?? new Account()
    await give.call(evm, to, message)
    return undefined
  } catch (error) {
    if (error instanceof EVMError) return error
    throw error
  }
}

async function environmentOf(evm: HiddenEvm, message: FrameMessage): Promise<Environment> {
  const { to, caller, data, value, code, isStatic, isCreate = false, depth, gasRefund } = message
  const { _tx: tx, _block: block } = evm
  return {
    address: to,
    caller,
    callData: data,
    callValue: value,
    // Safe casts: precompiled contracts do not run in a frame, and only init code has no address, which is never read.
    code: code as Uint8Array,
    codeAddress: message.codeAddress as Address,
    isStatic,
    isCreate,
    depth,
    gasPrice: tx.gasPrice,
    origin: tx.origin,
    block,
    contract: (await evm.stateManager.getAccount(to)) ?? new Account(),
    gasRefund,
    blobVersionedHashes: message.blobVersionedHashes ?? [],
    ...(message.createdAddresses && { createdAddresses: message.createdAddresses }),
  }
}

interface Ended {
  readonly own: Frame['_result']
  readonly gasLimit: bigint
  readonly runState: RunState
  readonly exceptionError: EVMError | undefined
}

const { REVERT } = EVMError.errorMessages

function resultOf({ own, gasLimit, runState, exceptionError }: Ended): FrameResult {
  const { logs, selfdestruct, createdAddresses, returnValue } = own
  const isKept = exceptionError === undefined
  const isRefunded = isKept || exceptionError.error === REVERT
  return {
    logs: isKept ? logs : [],
    selfdestruct: isKept ? selfdestruct : new Map(),
    createdAddresses: isKept ? createdAddresses : new Set(),
    returnValue: returnValue ?? new Uint8Array(0),
    // `failureOf` reads the returned bytes from here.
    runState: Object.assign(runState, { returnValue }),
    exceptionError,
    gas: runState.gasLeft,
    executionGasUsed: isRefunded ? gasLimit - runState.gasLeft : gasLimit,
    gasRefund: runState.gasRefund,
    stateGasSpilled: runState.stateGasSpilled,
  }
}
