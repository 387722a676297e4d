import type { JsonObject } from '../json/types.ts'

const id = { $ref: '#/components/contentDescriptors/TaskId' }
const task = {
  name: 'task',
  summary: 'The current task.',
  schema: { $ref: '#/components/schemas/Task' },
}
const errors = [{ $ref: '#/components/errors/UnknownTask' }]
/** Document for a workspace that has no documents. It is small and has no lint findings. */
export const starterDocument: JsonObject = {
  openrpc: '1.3.2',
  info: {
    title: 'Tasks',
    version: '0.1.0',
    description: 'A to-do list: the sample document of `rpcloom init`.',
  },
  servers: [{ name: 'local', url: 'http://127.0.0.1:8545' }],
  'x-group': { key: 'tasks', path: '/', transports: ['http'] },
  methods: [
    {
      name: 'tasks.get',
      summary: 'Gets one task.',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [id],
      result: task,
      errors,
      examples: [
        {
          name: 'an open task',
          params: [{ name: 'id', value: 1 }],
          result: { name: 'task', value: { id: 1, title: 'Write the document', done: false } },
        },
      ],
    },
    {
      name: 'tasks.add',
      summary: 'Adds a task to the end of the list.',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [
        {
          name: 'title',
          summary: 'Short description of the task.',
          required: true,
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      ],
      result: task,
      errors: [],
      examples: [
        {
          name: 'a second task',
          params: [{ name: 'title', value: 'Implement the handlers' }],
          result: { name: 'task', value: { id: 2, title: 'Implement the handlers', done: false } },
        },
      ],
    },
    {
      name: 'tasks.finish',
      summary: 'Marks a task as done.',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [id],
      result: task,
      errors,
      examples: [
        {
          name: 'the first task',
          params: [{ name: 'id', value: 1 }],
          result: { name: 'task', value: { id: 1, title: 'Write the document', done: true } },
        },
      ],
    },
  ],
  components: {
    contentDescriptors: {
      TaskId: {
        name: 'id',
        summary: 'ID of the task.',
        required: true,
        schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      },
    },
    schemas: {
      Task: {
        type: 'object',
        description: 'A task of the list.',
        required: ['id', 'title', 'done'],
        properties: {
          id: {
            type: 'integer',
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'ID of the task.',
          },
          title: { type: 'string', description: 'Short description of the task.' },
          done: { type: 'boolean', description: '`true` if the task is finished.' },
        },
      },
    },
    errors: {
      UnknownTask: {
        code: -32001,
        message: 'unknown task',
      },
    },
  },
}
