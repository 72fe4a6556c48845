import '@fontsource-variable/inter/index.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Providers } from '@/components/shell/providers'
import { parseTextSize, TEXT_SIZE_COOKIE } from '@/lib/platform/client/text-size'
import { parseTheme, THEME_COOKIE, themeClass } from '@/lib/platform/client/theme'

export const metadata: Metadata = {
  title: { default: 'Assay', template: '%s · Assay' },
  description: 'Build gold factuality datasets: blind annotation, consolidation, agreement, release.',
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** Every page is rendered per request: the content security policy gives each its own nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const jar = await cookies()
  const theme = parseTheme(jar.get(THEME_COOKIE)?.value)
  const size = parseTextSize(jar.get(TEXT_SIZE_COOKIE)?.value)
  return (
    <html lang="en" className={themeClass(theme)} data-text-size={size === 'normal' ? undefined : size}>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
