import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { protocolFileBody } from '@/lib/workspace/protocol-files/contract'

/** A file that one may begin with, and what lies beside it. */
export const exampleSchema = z.object({
  /** Also the `id` in its file. */
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Whose records have this shape; null: nobody's but its own. */
  paper: z.string().nullable(),
  /** How many items the records beside it are. */
  records: z.int32(),
  /** Of published records the licence of their set, its name and its copyright line; null: the records were written for the example. */
  licence: z.string().nullable(),
  /** The names of its files: the protocol, then its records, then the licence of published ones. */
  files: z.array(z.string()),
})
export type ExampleEntry = z.infer<typeof exampleSchema>

const common = { tag: 'protocols', auth: 'actor' } as const
const params = z.object({ name: z.string().max(60) })

export const listExamplesEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/protocol-examples',
  summary: 'The example protocol files that one may begin with, the plainest first',
  response: z.object({ examples: z.array(exampleSchema) }),
})

export const getExampleEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/protocol-examples/{name}',
  summary: 'An example protocol file with its records, as it can be published',
  params,
  response: protocolFileBody,
})

export const downloadExampleEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/protocol-examples/{name}/{file}',
  summary: 'Download one file of an example: the protocol, its records, or the licence of published records',
  params: params.extend({ file: z.string().max(100) }),
  response: { stream: ['application/yaml', 'application/x-ndjson', 'application/json', 'text/csv', 'text/plain'] },
})
