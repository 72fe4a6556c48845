import { expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { fuzzEndpoint, fuzzedEndpoints } from './fuzz/fuzz-endpoints'
import { fuzzImports, fuzzReaders } from './fuzz/fuzz-files'
import { fuzzUpload, uploads } from './fuzz/fuzz-uploads'
import type { Tally } from './fuzz/tally'

// Short rounds: `npm run bench -- fuzz` sends as many as asked.
const failuresOf = ({ target, failures }: Tally) => failures.map((failure) => `${target}: ${failure}`)

it('no endpoint fails, hangs or writes by halves, whatever it is sent', async () => {
  const failures: string[] = []
  for (const [index, endpoint] of fuzzedEndpoints.entries())
    failures.push(...failuresOf(await fuzzEndpoint(endpoint, 3, index)))
  expect(failures).toEqual([])
})

it.each(protocols.map(({ id }) => id))('the readers of %s name what is wrong, and never break', async (id) => {
  expect(failuresOf(await fuzzReaders(id, 100, 1))).toEqual([])
})

it.each(protocols.map(({ id }) => id))('an import of %s is whole or not at all', async (id) => {
  expect(failuresOf(await fuzzImports(id, 6, 1))).toEqual([])
})

it.each(uploads)('a file sent to $path is taken or refused', async (upload) => {
  expect(failuresOf(await fuzzUpload(upload, 8, 1))).toEqual([])
})
