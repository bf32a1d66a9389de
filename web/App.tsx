import { StrictMode } from 'react'
import type { Router } from '#web/routing/router.ts'
import { Caught } from '#web/routing/Outlet.tsx'
import { RouterProvider } from '#web/routing/routing.tsx'
import { Frame } from '#web/shell/Frame.tsx'
import { LanguageProvider } from '#web/words/language.tsx'

/** The whole browser side of Lantern, for server rendering and for the browser alike. */
export const App = ({ router }: { router: Router }) => (
  <StrictMode>
    <LanguageProvider>
      <RouterProvider router={router}>
        <Caught>
          <Frame />
        </Caught>
      </RouterProvider>
    </LanguageProvider>
  </StrictMode>
)
