import { StrictMode } from 'react'
import type { Router } from '#web/routing/router.ts'
import { Caught } from '#web/routing/Outlet.tsx'
import { RouterProvider } from '#web/routing/routing.tsx'
import { Frame } from '#web/shell/Frame.tsx'
import { LanguageProvider } from '#web/words/language.tsx'

/** All of Lantern's browser side, the same where a page is made ready and where it goes on. */
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
