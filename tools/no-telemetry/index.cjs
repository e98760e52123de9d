throw new Error('reports of errors are never sent: this package stands for what would send them');
