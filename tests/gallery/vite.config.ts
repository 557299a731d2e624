import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Every component in its states, for people to look at and for browser tests: `vite --config tests/gallery/vite.config.ts`. */
export default defineConfig({
  root: here('.'),
  publicDir: here('../../web/public'),
  plugins: [react(), tailwindcss()],
  server: { port: 4400, fs: { allow: [here('../..')] } },
  cacheDir: here('../../node_modules/.vite-gallery'),
})
