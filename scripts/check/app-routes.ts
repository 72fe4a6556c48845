/** Which file of `app` answers an address: as Next's router has it, and of the interface the chapter that declares its routes. */
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { endpointFinder, partsOf } from '@/lib/platform/api/find-endpoint'

const ROUTE = /^app\/(.*\/)?(page\.tsx|route\.ts)$/
const CHAPTER = /^app\/api\/routes\/[^/]+\.ts$/
/** Draws or replaces the pages of its folder and of those below it. */
const AROUND = /^app\/(.*\/)?(layout|template|loading|error|not-found|forbidden|unauthorized)\.tsx$/

export const isRoute = (file: string) => ROUTE.test(file) || CHAPTER.test(file)

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** The files around a page: layouts, and what is shown in its place. */
export const aroundPage = (page: string, files: Iterable<string>) =>
  [...files].filter((file) => AROUND.test(file) && folderOf(page).startsWith(folderOf(file)))

interface Route {
  file: string
  pattern: RegExp
  /** Sorts what is fixed before what is open, segment by segment. */
  rank: string
}

function routeOf(file: string): Route {
  const segments = folderOf(file)
    .split('/')
    .slice(1, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment))
  const pattern = segments.map((segment) => {
    if (segment.startsWith('[[...')) return '(/.+)?'
    if (segment.startsWith('[...')) return '/.+'
    if (segment.startsWith('[')) return '/[^/]+'
    return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  const rank = segments.map((segment) => {
    if (segment.startsWith('[[...')) return '3'
    if (segment.startsWith('[...')) return '2'
    return segment.startsWith('[') ? '1' : '0'
  })
  return { file, pattern: new RegExp(`^${pattern.join('')}/?$`), rank: rank.join('') }
}

/** Finds the page, route or chapter of a pathname; null for what none answers, such as files. */
export function routeFinder(
  files: Iterable<string>,
  endpoints: readonly Endpoint[],
): (pathname: string) => string | null {
  const routes = [...files].filter((file) => ROUTE.test(file)).map(routeOf)
  routes.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const endpointsAt = endpointFinder(endpoints)
  return (pathname) => {
    const [endpoint] = endpointsAt(partsOf(pathname))?.values() ?? []
    if (endpoint) return `app/api/routes/${endpoint.tag.replaceAll(' ', '-')}.ts`
    return routes.find(({ pattern }) => pattern.test(pathname))?.file ?? null
  }
}
