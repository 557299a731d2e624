import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const firstPaintFonts = /(?:inter-latin-wght-normal|source-serif-4-latin-opsz-normal)[^/]*\.woff2$/

/** The two fonts of the first screen are asked for with the page instead of after the stylesheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'daybook:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstPaintFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          })),
    },
  }
}

export default defineConfig({
  root: here('./web'),
  publicDir: here('./web/public'),
  plugins: [react(), tailwindcss(), preloadFonts()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: ['chrome131', 'edge131', 'firefox133', 'safari18.1'],
    // An inlined asset is a data: URL, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
  },
})
