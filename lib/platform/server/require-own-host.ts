import 'server-only'
import { env } from './env'
import { AppError } from './errors'
import { FOREIGN_HOST, isOwnHost } from './own-host'

/** Throws `misdirected` where a request asks for a name that is not that of NEXTAUTH_URL. */
export function requireOwnHost(headers: Headers): void {
  if (!isOwnHost(headers.get('host'), env().NEXTAUTH_URL)) throw new AppError('misdirected', FOREIGN_HOST)
}
