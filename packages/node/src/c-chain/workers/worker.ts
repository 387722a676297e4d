import { workerData } from 'node:worker_threads'
import { nativeRules } from '../chain/native-rules.ts'
import type { NativeProgramData } from './native-program.ts'
import { serveJobs } from './serve.ts'

// Safe cast: `nativeProgram` sets the data.
const { chainId, fork } = workerData as NativeProgramData
serveJobs(nativeRules(chainId, fork))
