// The files about metrics in deploy/, and their expressions.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './process.ts';

export const RULES_FOLDER = path.join(ROOT, 'deploy/prometheus');

export interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { refId: string; expr: string; datasource: { uid: string } }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string }[] };
  annotations: { list: { expr: string }[] };
  panels: Panel[];
}

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(path.join(ROOT, 'deploy/grafana/rota.json'), 'utf8'));
}

/** Every expression of the dashboard, with its panel. */
export function dashboardExpressions(): { title: string; expr: string }[] {
  const { panels, annotations } = readDashboard();
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
    ...annotations.list.map(({ expr }) => ({ title: 'annotation', expr })),
  ];
}

export const readRules = () => readFileSync(path.join(RULES_FOLDER, 'alerts.yml'), 'utf8');
export const readRuleTests = () => readFileSync(path.join(RULES_FOLDER, 'alerts.test.yml'), 'utf8');
