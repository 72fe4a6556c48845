import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/server/auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

/** next-auth speaks for itself here: the one route that does not go through `handle`. */
const answer = (request: NextRequest, context: Context): Promise<Response> => NextAuth(request, context, authOptions())

export { answer as GET, answer as POST }
