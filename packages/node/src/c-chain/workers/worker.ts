import { workerData } from 'node:worker_threads'
import { nativeRules } from '../chain/native-rules.ts'
import { serveJobs } from './serve.ts'

// Safe cast: `nativeProgram` sets the chain ID.
serveJobs(nativeRules(workerData as bigint))
