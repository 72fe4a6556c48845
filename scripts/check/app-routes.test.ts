import { describe, expect, it } from 'vitest'
import { endpoints } from '@/app/api/endpoints'
import { aroundPage, routeFinder } from './app-routes'

const files = [
  'app/layout.tsx',
  'app/error.tsx',
  'app/page.tsx',
  'app/(app)/layout.tsx',
  'app/(app)/projects/page.tsx',
  'app/(app)/projects/new/page.tsx',
  'app/(app)/projects/[projectId]/layout.tsx',
  'app/(app)/projects/[projectId]/page.tsx',
  'app/(app)/projects/[projectId]/items/[itemId]/page.tsx',
  'app/api/[[...path]]/route.ts',
  'app/api/auth/[...nextauth]/route.ts',
  'app/api/routes/projects.ts',
  'app/r/[secret]/not-found.tsx',
]

describe('the route of an address', () => {
  const find = routeFinder(files, endpoints)

  it.each([
    ['/', 'app/page.tsx'],
    ['/projects', 'app/(app)/projects/page.tsx'],
    ['/projects/', 'app/(app)/projects/page.tsx'],
    ['/projects/new', 'app/(app)/projects/new/page.tsx'],
    ['/projects/01a', 'app/(app)/projects/[projectId]/page.tsx'],
    ['/projects/01a/items/2', 'app/(app)/projects/[projectId]/items/[itemId]/page.tsx'],
    ['/api/projects/01a', 'app/api/routes/projects.ts'],
    ['/api/auth/callback/credentials', 'app/api/auth/[...nextauth]/route.ts'],
    ['/api/openapi.json', 'app/api/routes/api.ts'],
    ['/api/tokens/01a', 'app/api/routes/users.ts'],
    ['/api/openapi-json', 'app/api/[[...path]]/route.ts'],
    ['/api/projects/01a/none', 'app/api/[[...path]]/route.ts'],
    ['/api', 'app/api/[[...path]]/route.ts'],
    ['/_next/static/chunk.js', null],
    ['/projects/01a/none', null],
  ])('%s is %s', (pathname, file) => {
    expect(find(pathname)).toBe(file)
  })
})

it('around a page are the layouts and what is shown in its place, of its folder and above', () => {
  expect(aroundPage('app/(app)/projects/[projectId]/page.tsx', files)).toEqual([
    'app/layout.tsx',
    'app/error.tsx',
    'app/(app)/layout.tsx',
    'app/(app)/projects/[projectId]/layout.tsx',
  ])
})
