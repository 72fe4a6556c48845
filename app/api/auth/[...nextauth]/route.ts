import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { withDeviceCookie } from '@/lib/platform/server/device-cookie'
import { guardSignIn, headAsGet } from '@/lib/platform/server/guard-sign-in'
import { requestIdOf } from '@/lib/platform/server/request-id'
import { watchRequest } from '@/lib/platform/server/watch-request'
import { authOptions } from '@/lib/workspace/users/auth-options'
import { isSignInCode } from '@/lib/workspace/users/rules'

type Context = { params: Promise<{ nextauth: string[] }> }

/** next-auth speaks for itself here: the one route that does not go through `handle`. */
async function answer(request: NextRequest, context: Context): Promise<Response> {
  const watched = { method: request.method, path: '/api/auth/{action}' }
  const getRequest = headAsGet(request)
  const nextAuth = () =>
    withDeviceCookie(request.headers, (device) => NextAuth(getRequest, context, authOptions(device)))
  return watchRequest(watched, requestIdOf(request.headers), (context) =>
    guardSignIn(request, context, { isCode: isSignInCode, nextAuth }),
  )
}

export { answer as GET, answer as POST }
