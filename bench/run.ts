console.log('Nothing to measure yet.');
