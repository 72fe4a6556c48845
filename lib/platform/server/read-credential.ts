/** The token of a header `Authorization`; '' where it holds none. */
export const bearerIn = (header: string): string => /^Bearer (\S+)$/i.exec(header)?.[1] ?? ''

/** A cookie's value from a header `Cookie`; '' where it is not there. next-auth splits a long one into `.0`, `.1`, ... */
export function cookieIn(header: string, name: string): string {
  const jar = new Map(
    header.split(/; */).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  let value = jar.get(name) ?? ''
  if (!value) for (let part = 0; jar.has(`${name}.${part}`); part++) value += jar.get(`${name}.${part}`) ?? ''
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
