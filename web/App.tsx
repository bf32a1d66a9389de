import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { LanguageProvider } from '#web/words/language.tsx'

/** All of Lantern's browser side, the same where a page is made ready and where it goes on. */
export const App = ({ router }: { router: AnyRouter }) => (
  <StrictMode>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </StrictMode>
)
