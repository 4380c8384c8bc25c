// Whose catalogue the explorer shows, before a key and with one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, enterKey, open, settled, visit } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1" fill="teal"/></svg>';
const TITLE = 'Árboles del Jardín Botánico y Herbario Nacional de la Universidad de Costa Rica en San Pedro';

test('name, line, logo, contact and licence stand on the key page and in the foot, in either language', {
  timeout: 240_000,
}, async (t) => {
  const folder = writeFiles(t, { 'logo.svg': LOGO });
  const flags = ['--catalogue-title', TITLE, '--catalogue-contact', 'Mesa de flora <flora@example.org>'];
  const about = ['--catalogue-about-es', 'Los árboles que cuidamos.', '--catalogue-logo', `${folder}/logo.svg`];
  const visited = await visit(t, [...flags, ...about]);
  if (!visited) return;
  const { page, running, key } = visited;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [locale, asked] of [
      ['en', 'No key yet? Ask Mesa de flora.'],
      ['es', '¿Aún no tiene clave? Las entrega Mesa de flora.'],
    ]) {
      await page.goto(`${running.origin}/?locale=${locale}`);
      await page.waitForSelector('#key');
      const told = await page.textContent('.key');
      for (const part of [TITLE, 'Los árboles que cuidamos.', asked]) assert.ok(told.includes(part), part);
      assert.equal(await page.getAttribute('.key p[lang]', 'lang'), 'es');
      assert.equal(await page.getAttribute('.key a[href^=mailto]', 'href'), 'mailto:flora@example.org');
      assert.equal(await page.locator('.key a[rel=license]').count(), 1);
      assert.ok(await page.evaluate('document.querySelector(".key .logo").naturalWidth > 0'));
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `key at ${width}`);
      await assertAccessible(page, `key, ${locale}, ${width}`);
    }
  }
  await enterKey(page, key);
  await page.waitForSelector('.card');
  assert.equal(await page.title(), `Árboles – ${TITLE}`);
  assert.equal(await page.textContent('.brand-name'), TITLE);
  const foot = await page.textContent('footer');
  for (const part of [TITLE, 'Los árboles que cuidamos.', 'Contacto: Mesa de flora'])
    assert.ok(foot.includes(part), part);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: running.origin });
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=es`);
  await page.click('text=Copiar la cita');
  await page.waitForSelector('button:text("Copiado")');
  assert.match(await page.evaluate('navigator.clipboard.readText()'), new RegExp(`En: ${TITLE}, r1\\.`));
  for (const width of [390, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `tree at ${width}`);
  }
});

test('a catalogue that says nothing of itself is Sylva, with nobody to ask', { timeout: 180_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running } = visited;
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('#key');
  assert.equal(await page.textContent('.brand-name'), 'Sylva');
  assert.equal(await page.locator('.owner').count(), 0);
  assert.doesNotMatch(await page.textContent('.key'), /No key yet/);
});
