// Modules shared with rpcloom. No compatibility guarantees.
export { offeredMethods } from './offered.ts'
export { MAX_RESULT } from './program-server.ts'
export { type Resource, resourcesOf } from './resources.ts'
export { Results } from './results.ts'
export { searchTool } from './search.ts'
export { requireOutput, serve } from './serve.ts'
export { mcpServer } from './server.ts'
export { argumentsSchema, type Tool, ToolError } from './tool.ts'
